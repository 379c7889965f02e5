/** Writes an act in one line, as the tables of cases do: `delete /etc/passwd (irreversible, high)`. */
import type { Act } from '../../content.ts';

export function actText({ effect, targets, irreversible, risk_level }: Act): string {
  const names = targets.map(
    ({ role, text, unreadable }) => `${ROLES[role] ?? ''}${text}${unreadable === undefined ? '' : '?'}`,
  );
  const more = [irreversible === true ? 'irreversible' : '', risk_level ?? ''].filter((word) => word !== '');
  return [effect, names.join(', '), more.length > 0 ? `(${more.join(', ')})` : '']
    .filter((part) => part !== '')
    .join(' ');
}

/** Words for roles; other targets are things and places. A question mark follows a target that the text leaves open. */
const ROLES: Readonly<Record<string, string>> = {
  recipient: 'to ',
  grantee: 'for ',
  program: 'program ',
  link: 'link ',
};
