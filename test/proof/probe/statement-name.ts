const TRANSACTION = /^(BEGIN IMMEDIATE|BEGIN EXCLUSIVE|BEGIN|COMMIT|ROLLBACK)\b/;
const CHANGE =
  /^(INSERT INTO|DELETE FROM|UPDATE|PRAGMA|SAVEPOINT|CREATE TEMP TABLE|CREATE TABLE|DROP TABLE|CREATE SCHEMA)(?: IF NOT EXISTS)?\s+(\w+)/;
const PARTS = /^WITH [^]*?\b(INSERT INTO|DELETE FROM|UPDATE)\s+(\w+)/;
const LOOK = /^SELECT\s+(?:[\s\S]*?\bFROM\s+)?(\w+)/;
const LONGEST = 40;

/** What a statement does and to what, short enough for a list of steps: `INSERT INTO entry`, `SELECT account`. */
export function statementName(sql: string): string {
  const text = sql.trim();
  const transaction = TRANSACTION.exec(text)?.[1];
  if (transaction !== undefined) return transaction;
  const change = CHANGE.exec(text) ?? PARTS.exec(text);
  if (change !== null) return `${change[1]} ${change[2]}`;
  const look = LOOK.exec(text)?.[1];
  return look === undefined ? text.slice(0, LONGEST) : `SELECT ${look}`;
}
