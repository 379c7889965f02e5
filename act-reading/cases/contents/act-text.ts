/** An act in one line, as the tables of cases write it: `delete /etc/passwd (irreversible, high)`. */
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

/** Other targets are things and places. A question mark stands behind one that the text does not fix. */
const ROLES: Readonly<Record<string, string>> = {
  recipient: 'to ',
  grantee: 'for ',
  program: 'program ',
  link: 'link ',
};
