import { join } from 'node:path';
import type { PublishedReport } from '@plumbline/contracts/report/report-activities';
import { readReportFile } from '@plumbline/report/record-reading';
import { type RecordVerification, verifyReport } from '@plumbline/report/record-verification';
import { type BlobStore, createFileBlobStore } from '@plumbline/storage/blobs';
import { openSqliteState } from '@plumbline/storage/database';
import type { RunStore } from '@plumbline/storage/runs';
import type { ConversationStore } from '../../../activities/conversations/conversation-store.ts';
import { createStateStores, type StatePlace, type StateStores } from '../../../workers/assembly/state-stores.ts';

/** A home whose users find reports as files. */
export function placeIn(home: string): StatePlace {
  return { home, blobs: createFileBlobStore(home), writesFiles: true };
}

/** The state of a home, for as long as the process lives. */
export function stateIn(home: string): StateStores {
  return createStateStores(openSqliteState(home), placeIn(home));
}

export const runsIn = (home: string): RunStore => stateIn(home).runs;
export const conversationsIn = (home: string): ConversationStore => stateIn(home).conversations;

/** The report of a run as files. */
export function filesOf(home: string, researchId = 'research-lamp') {
  const folder = join(home, 'runs', researchId);
  return { reportPath: join(folder, 'report.md'), recordPath: join(folder, 'report.json') };
}

/** Puts another text in the place of a report that a run has published. */
export async function replaceReport(home: string, researchId: string, json: string): Promise<void> {
  const record = await createFileBlobStore(home).putText(json, 'application/json');
  const place = { kind: 'run', owner: researchId, name: 'report' } as const;
  await stateIn(home).records.put(place, { value: { record }, at: new Date().toISOString() });
}

/** With the files of the report. */
export async function withFiles<Published extends PublishedReport>(
  home: string,
  published: Promise<Published>,
  researchId?: string,
): Promise<Published & ReturnType<typeof filesOf>> {
  return { ...(await published), ...filesOf(home, researchId) };
}

/** Checks a report as files. */
export async function verifyRecord({
  path,
  blobs,
}: {
  readonly path: string;
  readonly blobs: Pick<BlobStore, 'getText'>;
}): Promise<RecordVerification> {
  return verifyReport(await readReportFile(path), blobs);
}
