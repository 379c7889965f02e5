/** Light or dark: the system's choice, unless the person chose. The choice stays in this browser. */
const STORED = 'assize.theme';

export type Theme = 'system' | 'light' | 'dark';

export function themeNow(): Theme {
  const chosen = localStorage.getItem(STORED);
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system';
}

export function applyTheme(): void {
  const chosen = themeNow();
  if (chosen === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosen;
}

export function setTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(STORED);
  else localStorage.setItem(STORED, theme);
  applyTheme();
}
