export { type BackupDeps, createBackup } from './create.ts';
export { BackupFault, type Manifest } from './manifest.ts';
export type { Environment } from './postgres-tools.ts';
export { type RestoreDeps, type Restored, type RestoreQuestion, restoreBackup } from './restore.ts';
export { writeSigningCopy } from './signing-copy.ts';
export { type BackupStamp, lastBackup, stampBackup } from './stamp.ts';
export { verifyBackup } from './verify.ts';
