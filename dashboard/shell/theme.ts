/** Light or dark: as the system says, unless the person chose. The choice stays in this browser. */
const STORED = 'assize.theme';
const THEMES = ['light', 'dark'] as const;

export function applyTheme(): void {
  const chosen = localStorage.getItem(STORED);
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
  else delete document.documentElement.dataset.theme;
}

/** Light, dark, as the system, and again. */
export function nextTheme(): void {
  const now = THEMES.indexOf(localStorage.getItem(STORED) as (typeof THEMES)[number]);
  const next = THEMES[now + 1];
  if (next === undefined) localStorage.removeItem(STORED);
  else localStorage.setItem(STORED, next);
  applyTheme();
}
