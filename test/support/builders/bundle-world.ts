import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleOf, type StoredReport } from './bundles.ts';
import { pdfWithPages } from './corpus-fixtures.ts';
import { withFiles } from './stored-records.ts';
import { createTestActivities, HARBOUR_FILES, research, type TestActivities } from './test-activities.ts';

/** A report that was researched offline, and its bundle. */
export interface BundleWorld {
  readonly world: TestActivities;
  readonly stored: StoredReport;
  /** Of the bundle. */
  readonly path: string;
  /** A path beside the bundle. */
  inFolder(name: string): string;
  dispose(): Promise<void>;
}

const QUESTION =
  'How long does the harbour lamp burn, what does the keeper of the harbour lamp earn, ' +
  'and was zahlt, wer die Laterne brennen lässt?';

export async function createBundleWorld(): Promise<BundleWorld> {
  const world = await createTestActivities(undefined, {
    ...HARBOUR_FILES,
    'keeper.pdf': pdfWithPages(['The keeper of the harbour lamp earns forty thalers in each year of service.']),
  });
  const folder = await mkdtemp(join(tmpdir(), 'audit-bundle-'));
  const published = await withFiles(world.corpus.home, world.activities.publishReport(await research(world, QUESTION)));
  const stored = { home: world.corpus.home, ...published };
  const path = join(folder, 'bundle.zip');
  await bundleOf(stored, path);
  return {
    world,
    stored,
    path,
    inFolder: (name) => join(folder, name),
    async dispose() {
      await world.dispose();
      await rm(folder, { recursive: true });
    },
  };
}
