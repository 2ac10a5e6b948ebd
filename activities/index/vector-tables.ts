import { createHash } from 'node:crypto';
import type { Connection, Table } from '@lancedb/lancedb';
import { z } from 'zod';
import { EmbeddingError } from '../embedding/embedder.ts';

export interface PassageVector {
  readonly passageId: string;
  readonly vector: Float32Array;
}

/** A passage and the cosine of its vector and a query's. */
export interface SimilarPassage {
  readonly passageId: string;
  readonly similarity: number;
}

/** The vectors of one corpus by one embedder, beside the passages and independent of them. */
export interface VectorTable {
  /** Identifies the embedder. */
  readonly name: string;
  passageIds(): Promise<string[]>;
  count(): Promise<number>;
  /** @throws {EmbeddingError} when the length differs from that of the stored vectors */
  add(vectors: readonly PassageVector[]): Promise<void>;
  remove(passageIds: readonly string[]): Promise<void>;
  /** Indexes recent changes. */
  optimize(now: Date): Promise<void>;
  /** The passages with the most similar vectors by cosine, best first. @throws {EmbeddingError} as for `add` */
  nearest(vector: Float32Array, limit: number): Promise<SimilarPassage[]>;
  /** Deletes the vectors of all other embedders. */
  dropOthers(): Promise<void>;
  close(): void;
}

const idRowSchema = z.array(z.object({ passageId: z.string() }));
/** The squared distance of two vectors of length 1. */
const distanceRowSchema = z.array(z.object({ passageId: z.string(), _distance: z.number() }));
/** How long old versions of a table are kept, for searches that began before an update. */
const VERSION_RETENTION_MS = 600_000;
const REMOVED_AT_ONCE = 500;

/** Opens the vectors of one embedder in a folder that may be empty. Each embedder has its own table. */
export async function openVectorTable(folder: string, embedderId: string): Promise<VectorTable> {
  // Native and large: a worker without an embedding model never loads it.
  const { connect } = await import('@lancedb/lancedb');
  const connection = await connect(folder);
  const name = `vectors-${createHash('sha256').update(embedderId).digest('hex').slice(0, 12)}`;
  let table = (await connection.tableNames()).includes(name) ? await connection.openTable(name) : null;

  return {
    name,
    passageIds: async () => (table === null ? [] : idsOf(await table.query().select(['passageId']).toArray())),
    count: async () => (table === null ? 0 : table.countRows()),
    async add(vectors) {
      const [first] = vectors;
      if (first === undefined) return;
      if (table !== null) await assertLength(table, first.vector.length);
      table = await addTo(connection, name, table, vectors);
    },
    async remove(passageIds) {
      for (let start = 0; start < passageIds.length; start += REMOVED_AT_ONCE) {
        const ids = passageIds.slice(start, start + REMOVED_AT_ONCE).map((id) => `'${id.replaceAll("'", "''")}'`);
        await table?.delete(`\`passageId\` IN (${ids.join(', ')})`);
      }
    },
    optimize: async (now) => {
      await table?.optimize({ cleanupOlderThan: new Date(now.getTime() - VERSION_RETENTION_MS) });
    },
    async nearest(vector, limit) {
      if (table === null) return [];
      await assertLength(table, vector.length);
      // For vectors of length 1, the smallest distance means the greatest cosine, and the search is three times as
      // fast.
      const found = table.query().nearestTo(toUnit(vector)).distanceType('l2').select(['passageId', '_distance']);
      const rows = distanceRowSchema.parse(await found.limit(limit).toArray());
      return rows.map(({ passageId, _distance }) => ({ passageId, similarity: 1 - _distance / 2 }));
    },
    async dropOthers() {
      const others = (await connection.tableNames()).filter((other) => other !== name);
      for (const other of others) await connection.dropTable(other);
    },
    close: () => connection.close(),
  };
}

async function addTo(
  connection: Connection,
  name: string,
  table: Table | null,
  vectors: readonly PassageVector[],
): Promise<Table> {
  const rows = vectors.map(({ passageId, vector }) => ({ passageId, vector: toUnit(vector) }));
  if (table === null) return connection.createTable(name, rows);
  await table.add(rows);
  return table;
}

function idsOf(rows: unknown): string[] {
  return idRowSchema.parse(rows).map(({ passageId }) => passageId);
}

/** A vector of zeros has no direction and stays as it is. */
function toUnit(vector: Float32Array): Float32Array {
  const norm = Math.hypot(...vector);
  return norm === 0 ? vector : vector.map((value) => value / norm);
}

/** LanceDB would accept a vector of another length silently. */
async function assertLength(table: Table, length: number): Promise<void> {
  const { fields } = await table.schema();
  const type: unknown = fields.find((field) => field.name === 'vector')?.type;
  const { listSize } = z.object({ listSize: z.number() }).parse(type);
  if (listSize === length) return;
  throw new EmbeddingError(
    `The embedding model returns vectors of ${length} numbers, but those of the index have ${listSize}: another model answers under the same name. Delete the folder "vectors" of the index to embed the documents again.`,
  );
}
