/** Paths, and what kind of place each names. */
import type { Case } from './case.ts';

export const PATHS: Case[] = [
  { text: '/srv/app/README.md', acts: [] },
  { text: 'src/index.ts', acts: [] },
  { text: '../../etc/passwd', acts: ['read ../../etc/passwd (high)'] },
  { text: '~/.ssh/id_rsa', acts: ['read ~/.ssh/id_rsa (high)'] },
  { text: '/etc/shadow', acts: ['read /etc/shadow (high)'] },
  { text: '/home/bob/.aws/credentials', acts: ['read /home/bob/.aws/credentials (high)'] },
  { text: 'project/.env', acts: ['read project/.env (high)'] },
  { text: 'project/.env.example', acts: [] },
  { text: 'C:\\Users\\bob\\secrets.json', acts: ['read C:\\Users\\bob\\secrets.json (high)'] },
  { text: '/home/bob/.bashrc', acts: ['read /home/bob/.bashrc (high)'] },
  { text: '/etc/cron.d/job', acts: ['read /etc/cron.d/job (high)'] },
  { text: 'repo/.git/hooks/post-merge', acts: ['read repo/.git/hooks/post-merge (high)'] },
  { text: '/dev/sda', acts: ['read /dev/sda (high)'] },
  { text: '/', acts: [] },
  { text: '~', acts: [] },
  { text: 'file:///etc/passwd', acts: ['read /etc/passwd (high)'] },
  { text: 's3://bucket/key', acts: ['read s3://bucket/key'] },
  { text: 'a\u0000b', unreadable: 'it holds control characters' },
];
