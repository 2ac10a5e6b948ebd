// The thread that compares vectors: reading all of a large folder takes seconds, in one piece.
import { DatabaseSync } from 'node:sqlite';
import { parentPort } from 'node:worker_threads';
import { load as loadVectorFunctions } from 'sqlite-vec';
import { BUSY_TIMEOUT_MS } from '../../platform/storage/database-file.ts';
import type { ScanAnswer, ScanQuestion } from './vector-tables.ts';

const NEAREST = `
  SELECT passageId, vec_distance_l2(vector, ?) AS distance FROM vectors ORDER BY distance, passageId LIMIT ?
`;

parentPort?.on('message', (question: ScanQuestion) => parentPort?.postMessage(answerTo(question)));

function answerTo({ id, path, vector, limit }: ScanQuestion): ScanAnswer {
  try {
    return { id, neighbours: scan(path, vector, limit) };
  } catch (error) {
    return { id, problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Opens the file each time, because it may be replaced meanwhile; that takes a millisecond. */
function scan(path: string, vector: Uint8Array, limit: number) {
  const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS, allowExtension: true, readOnly: true });
  try {
    loadVectorFunctions(database);
    database.exec('PRAGMA mmap_size = 1073741824');
    const rows = database.prepare(NEAREST).all(vector, limit);
    return rows.map(({ passageId, distance }) => ({ passageId: String(passageId), distance: Number(distance) }));
  } finally {
    database.close();
  }
}
