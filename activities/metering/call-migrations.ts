import { sql, type Transaction } from 'kysely';

/** Steps that bring a database up to date, in their order; one that was released is never changed. */
const MIGRATIONS: readonly ((transaction: Transaction<never>) => Promise<void>)[] = [createTables];

/** Runs the steps that the database has not seen yet. Nobody else may do so at the same time. */
export async function migrate<Tables>(transaction: Transaction<Tables>): Promise<void> {
  await sql`CREATE TABLE IF NOT EXISTS schema_steps (step INTEGER PRIMARY KEY)`.execute(transaction);
  const { rows } = await sql<{ step: number }>`SELECT step FROM schema_steps`.execute(transaction);
  const taken = new Set(rows.map(({ step }) => step));
  for (const [index, migration] of MIGRATIONS.entries()) {
    if (taken.has(index + 1)) continue;
    await migration(transaction as unknown as Transaction<never>);
    await sql`INSERT INTO schema_steps (step) VALUES (${index + 1})`.execute(transaction);
  }
}

/** In words that SQLite and PostgreSQL both understand. */
async function createTables(transaction: Transaction<never>): Promise<void> {
  await sql`
    CREATE TABLE answers (
      content_hash TEXT NOT NULL, research_id TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, model TEXT NOT NULL,
      answer TEXT NOT NULL, stored_at TEXT NOT NULL, bytes INTEGER NOT NULL, PRIMARY KEY (content_hash, research_id)
    )`.execute(transaction);
  await sql`CREATE INDEX answers_of_run ON answers (research_id)`.execute(transaction);
  await sql`
    CREATE TABLE calls (
      research_id TEXT NOT NULL, activity_id TEXT NOT NULL, content_hash TEXT NOT NULL,
      kind TEXT NOT NULL, name TEXT NOT NULL, model TEXT NOT NULL,
      requests INTEGER NOT NULL, lost INTEGER NOT NULL, reused INTEGER NOT NULL, is_open INTEGER NOT NULL,
      reserved_prompt_tokens INTEGER NOT NULL, reserved_completion_tokens INTEGER NOT NULL, reserved_money INTEGER,
      prompt_tokens INTEGER NOT NULL, completion_tokens INTEGER NOT NULL, money INTEGER,
      reused_from TEXT, updated_at TEXT NOT NULL, PRIMARY KEY (research_id, activity_id, content_hash)
    )`.execute(transaction);
}
