import type { ExpressionBuilder } from 'kysely';
import type { z } from 'zod';
import type { StateDatabase } from './state-database.ts';
import type { RecordKind, RecordRow, StateTables } from './state-tables.ts';

/** Rows are for what changes; a larger body belongs among the blobs. */
const MAX_RECORD_BYTES = 32 * 1024 ** 2;

/** One named value of a run, session or briefing. */
export interface RecordPlace {
  readonly kind: RecordKind;
  readonly owner: string;
  readonly name: string;
}

/** What is to be on record, and what time it is of (ISO 8601). */
export interface NewRecord {
  /** Anything that JSON can express. */
  readonly value: unknown;
  readonly at: string;
}

/** A record without its value. */
export type RecordOutline = Omit<RecordRow, 'value'>;

/**
 * What runs, sessions and briefings leave behind, in the state database: the same from every machine. Several processes
 * may use it at once.
 */
export interface Records {
  read(place: RecordPlace): Promise<RecordRow | null>;
  /** @param prefix of their names */
  list(kind: RecordKind, owner: string, prefix?: string): Promise<RecordRow[]>;
  /** Of all owners, or of one. */
  listNamed(kind: RecordKind, names: readonly string[], owner?: string): Promise<RecordRow[]>;
  /** Of all owners, or of one. */
  outline(kind: RecordKind, owner?: string): Promise<RecordOutline[]>;
  isEmpty(kind: RecordKind): Promise<boolean>;
  owners(): Promise<readonly Pick<RecordRow, 'kind' | 'owner'>[]>;
  /** @param decide gets the row on record, and returns what replaces it; null: it stays */
  change(place: RecordPlace, decide: (known: RecordRow | null) => NewRecord | null): Promise<void>;
  put(place: RecordPlace, record: NewRecord): Promise<void>;
  /** Removes records without a trace. @param names default: all of the owner */
  remove(kind: RecordKind, owner: string, names?: readonly string[]): Promise<void>;
}

export function createRecords(database: StateDatabase): Records {
  const change: Records['change'] = (place, decide) =>
    // One at a time for each owner: of two changes at the same moment, the second one sees the first.
    database.change(`records ${place.kind} ${place.owner}`, async (transaction) => {
      const known = await transaction.selectFrom('records').selectAll().where(isAt(place)).executeTakeFirst();
      const record = decide(known ?? null);
      if (record === null) return;
      const row = toRow(place, record);
      await transaction
        .insertInto('records')
        .values(row)
        .onConflict((conflict) => conflict.columns(['kind', 'owner', 'name']).doUpdateSet(row))
        .execute();
    });
  return {
    ...readingFrom(database),
    change,
    put: (place, record) => change(place, () => record),
    async remove(kind, owner, names) {
      await database.change(`records ${kind} ${owner}`, async (transaction) => {
        const all = transaction.deleteFrom('records').where('kind', '=', kind).where('owner', '=', owner);
        if (names === undefined) await all.execute();
        else if (names.length > 0) await all.where('name', 'in', names).execute();
      });
      await database.purge();
    },
  };
}

function readingFrom(database: StateDatabase): Omit<Records, 'change' | 'put' | 'remove'> {
  const from = async (kind: RecordKind) => (await database.read()).selectFrom('records').where('kind', '=', kind);
  return {
    read: async (place) => (await (await from(place.kind)).selectAll().where(isAt(place)).executeTakeFirst()) ?? null,
    async list(kind, owner, prefix = '') {
      const rows = (await from(kind)).selectAll().where('owner', '=', owner);
      return prefix === '' ? rows.execute() : rows.where('name', 'like', `${prefix}%`).execute();
    },
    async listNamed(kind, names, owner) {
      const rows = (await from(kind)).selectAll().where('name', 'in', names);
      return owner === undefined ? rows.execute() : rows.where('owner', '=', owner).execute();
    },
    async outline(kind, owner) {
      const rows = (await from(kind)).select(['kind', 'owner', 'name', 'at', 'bytes']);
      return owner === undefined ? rows.execute() : rows.where('owner', '=', owner).execute();
    },
    isEmpty: async (kind) => (await (await from(kind)).select('owner').limit(1).executeTakeFirst()) === undefined,
    owners: async () => (await database.read()).selectFrom('records').select(['kind', 'owner']).distinct().execute(),
  };
}

function isAt({ kind, owner, name }: RecordPlace) {
  return (is: ExpressionBuilder<StateTables, 'records'>) => is.and({ kind, owner, name });
}

/** @throws {Error} for a value that belongs among the blobs */
function toRow(place: RecordPlace, { value, at }: NewRecord): RecordRow {
  const text = JSON.stringify(value);
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_RECORD_BYTES)
    throw new Error(`${place.name} of ${place.owner} has ${bytes} bytes, more than a record may have`);
  return { ...place, value: text, at, bytes };
}

/** Null: nothing is on record, or what another version recorded does not fit the schema. */
export function valueOf<Value>(
  row: Pick<RecordRow, 'value'> | null | undefined,
  schema: z.ZodType<Value>,
): Value | null {
  return row ? (schema.safeParse(JSON.parse(row.value)).data ?? null) : null;
}
