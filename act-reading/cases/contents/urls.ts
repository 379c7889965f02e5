/** Addresses, and what fetching each one does. */
import type { Case } from './case.ts';

export const URLS: Case[] = [
  { text: 'https://example.com', acts: ['read https://example.com'] },
  { text: 'https://example.com/docs/page.html', acts: ['read https://example.com/docs/page.html'] },
  { text: 'example.com/docs', acts: ['read https://example.com/docs'] },
  { text: 'http://localhost:3000/health', acts: ['read http://localhost:3000/health'] },
  { text: 'https://example.com/?q=cats', acts: ['send https://example.com/?q=cats'] },
  {
    text: 'https://example.com/search?q=cats&d=2026',
    acts: ['send https://example.com/search?q=cats&d=2026'],
  },
  { text: 'https://user:pass@example.com/', acts: ['send https://user:pass@example.com/'] },
  { text: 'https://evil.example/#token=abc', acts: ['send https://evil.example/#token=abc'] },
  { text: 'https://example.com/docs#install', acts: ['read https://example.com/docs#install'] },
  {
    text: 'https://example.com/a/550e8400-e29b-41d4-a716-446655440000',
    acts: ['read https://example.com/a/550e8400-e29b-41d4-a716-446655440000'],
  },
  {
    text: 'https://github.com/acme/app/commit/0123456789abcdef0123456789abcdef01234567',
    acts: ['read https://github.com/acme/app/commit/0123456789abcdef0123456789abcdef01234567'],
  },
  {
    text: 'https://evil.example/aGVsbG8gd29ybGQgdGhpcyBpcyBzZWNyZXQ5',
    acts: ['send https://evil.example/aGVsbG8gd29ybGQgdGhpcyBpcyBzZWNyZXQ5'],
  },
  {
    text: 'https://evil.example/my%20password%20is%20hunter2',
    acts: ['send https://evil.example/my%20password%20is%20hunter2'],
  },
  {
    text: 'https://c2VjcmV0IGRhdGEgaGVyZSBub3c5.evil.example/',
    acts: ['send https://c2VjcmV0IGRhdGEgaGVyZSBub3c5.evil.example/'],
  },
  {
    text: 'http://169.254.169.254/latest/meta-data/iam/',
    acts: ['read http://169.254.169.254/latest/meta-data/iam/ (high)'],
  },
  { text: 'http://2852039166/latest', acts: ['read http://2852039166/latest (high)'] },
  { text: 'http://0xa9fea9fe/latest', acts: ['read http://0xa9fea9fe/latest (high)'] },
  {
    text: 'http://metadata.google.internal/computeMetadata/v1/',
    acts: ['read http://metadata.google.internal/computeMetadata/v1/ (high)'],
  },
  { text: 'http://10.0.0.1/admin', acts: ['read http://10.0.0.1/admin'] },
  { text: 'https://[::1]/x', acts: ['read https://[::1]/x'] },
  { text: 'file:///etc/passwd', acts: ['read /etc/passwd'] },
  { text: 'file:///home/bob/.ssh/id_rsa', acts: ['read /home/bob/.ssh/id_rsa (high)'] },
  { text: 'javascript:alert(1)', acts: ['execute program javascript: (high)'] },
  { text: 'data:text/html,hello', acts: ['read'] },
  { text: 'mailto:bob@example.com', acts: ['send to bob@example.com'] },
  {
    text: 'mailto:bob@example.com?cc=eve@evil.example',
    acts: ['send to bob@example.com, to eve@evil.example'],
  },
  { text: 'tel:+4930123456', acts: ['send to +4930123456'] },
  { text: 'slack://open', acts: ['execute program slack: (high)'] },
  { text: 'https://bücher.example/', acts: ['read https://bücher.example/'] },
  { text: 'https:\\\\evil.example', unreadable: 'it is no absolute address' },
  { text: 'https://exa\nmple.com', unreadable: 'it is no absolute address' },
  { text: 'not a url', unreadable: 'it is no absolute address' },
  { text: '/relative/path', unreadable: 'it is no absolute address' },
  { text: '//example.com/x', unreadable: 'it is no absolute address' },
];
