/**
 * What tries whether evidence could be written now: a row that is written and deleted again in one durable transaction,
 * so that it is never seen, and nothing of it stays.
 */
const NAME = "'write-probe'";
/** An append takes some ten pages of 4 KiB. */
const BYTES = 65_536;

const INSERT = 'INSERT INTO installation_secrets (name, secret)';
const DELETE = `DELETE FROM installation_secrets WHERE name = ${NAME}`;

/** Within a transaction. SQLite overwrites with zeros what it deletes, so each page is written to the log and synced. */
export const SQLITE_PROBE = `${INSERT} VALUES (${NAME}, zeroblob(${BYTES})); ${DELETE};`;

/** The whole transaction. */
export const POSTGRES_PROBE = `BEGIN; ${INSERT} VALUES (${NAME}, ''); ${DELETE}; COMMIT`;
