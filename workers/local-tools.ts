import type { CorpusIndex } from '../activities/corpus/corpus-index.ts';
import { type RecordVerification, verifyRecord } from '../activities/evidence/record-verification.ts';
import type { RunStore } from '../activities/stores/file-run-store.ts';
import { homeOf } from './config.ts';
import { createStores } from './dependencies.ts';
import { type DoctorCheck, examine } from './doctor.ts';

/** What works on the project's own store alone, without a Temporal server. The only door from client to workers. */
export interface LocalTools {
  readonly runs: RunStore;
  readonly corpus: CorpusIndex;
  /** Re-checks every quotation, offset and citation of a report.json against the stored text. */
  verifyRecord(path: string): Promise<RecordVerification>;
  doctor(): Promise<DoctorCheck[]>;
}

export function openLocalTools(environment: NodeJS.ProcessEnv): LocalTools {
  const { blobs, corpus, runs } = createStores(homeOf(environment));
  return {
    runs,
    corpus,
    verifyRecord: (path) => verifyRecord({ path, blobs }),
    doctor: () => examine(environment),
  };
}

export type { StoredRun } from '../activities/stores/file-run-store.ts';
export type { DoctorCheck };
