/** Statements outside PostgreSQL's grammar whose first word says what they do. */
import { shown, target } from '../content.ts';
import type { Dialect, Statement } from './dialects.ts';
import type { SqlNotes } from './notes.ts';

const READING =
  /^(?:SHOW|DESCRIBE|DESC|USE|HELP|PRINT|GO|BEGIN|COMMIT|ROLLBACK|START|SAVEPOINT|RELEASE|CHECKSUM|CHECK|END)$/;
const CONFIGURING =
  /^(?:FLUSH|RESET|PURGE|CHANGE|INSTALL|UNINSTALL|STOP|SHUTDOWN|DENY|RECONFIGURE|DBCC|SIGNAL|KILL|BINLOG|CLONE|RESTART)$/;
const EXECUTING =
  /^(?:EXEC|EXECUTE|CALL|LOAD|EXPORT|BULK|ATTACH|DETACH|BACKUP|RESTORE|HANDLER|IMPORT|OPENROWSET|WAITFOR|SOURCE|SYSTEM)$/;
const WRITING = /^(?:OPTIMIZE|REPAIR|LOCK|UNLOCK|REINDEX|VACUUM|ANALYZE|CACHE)$/;
/** Pragmas that only describe the database. */
const PRAGMAS =
  /^(?:TABLE_(?:X?INFO|LIST)|INDEX_(?:X?INFO|LIST)|FOREIGN_KEY_(?:LIST|CHECK)|DATABASE_LIST|COLLATION_LIST|FUNCTION_LIST|MODULE_LIST|PRAGMA_LIST|COMPILE_OPTIONS|INTEGRITY_CHECK|QUICK_CHECK|PAGE_COUNT|FREELIST_COUNT|DATA_VERSION|STATS)$/;

/** @returns whether it was such a statement. */
export function keywordStatement(dialect: Dialect, { keywords, text }: Statement, notes: SqlNotes): boolean {
  const [first = '', second = ''] = keywords;
  if (first === 'PRAGMA') return pragma(second, text, notes);
  const kind = first.toLowerCase();
  if (READING.test(first) && !/\b(?:OUTFILE|DUMPFILE)\b/i.test(text) && keywords[1] !== 'TRY') {
    if (
      /^(?:BEGIN|START|END)$/.test(first) &&
      keywords.length > 1 &&
      !/^(?:TRAN\w*|WORK|DEFERRED|IMMEDIATE|EXCLUSIVE)$/.test(second)
    )
      return false;
    notes.statement(kind, []);
    notes.does('read', `asks the database: ${kind}`, []);
    return true;
  }
  if (CONFIGURING.test(first)) {
    notes.statement(kind, []);
    notes.configures(`makes the database ${shown(kind)} ${shown(second.toLowerCase())}`);
    return true;
  }
  if (EXECUTING.test(first) || first === 'XP_CMDSHELL') {
    notes.statement(kind, []);
    const name = `sql ${kind} ${second.toLowerCase()}`.trim();
    const risk_level =
      /^(?:XP_|SP_OA|SP_EXECUTE_EXTERNAL)/.test(second) || /xp_cmdshell/i.test(text) ? 'critical' : 'high';
    notes.add({
      effect: 'execute',
      what: `makes the database run ${shown(name.slice(4))}`,
      targets: [target('program', 'program', name)],
      risk_level,
    });
    return true;
  }
  if (!WRITING.test(first) || (first === 'ANALYZE' && dialect === 'mysql' && second !== 'TABLE'))
    return false;
  notes.statement(kind, []);
  notes.does('write', `makes the database ${shown(kind)}`, []);
  return true;
}

function pragma(name: string, text: string, notes: SqlNotes): boolean {
  notes.statement('pragma', []);
  const isReading = PRAGMAS.test(name) || !/[=(]/.test(text);
  if (isReading) notes.does('read', 'asks for a setting of the database', []);
  else notes.configures(`changes the setting ${shown(name.toLowerCase())} of the database`);
  return true;
}
