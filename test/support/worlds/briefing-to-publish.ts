import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PublishBriefingInput, PublishedBriefing } from '@plumbline/contracts/briefings/briefing-activities';
import type { ConvictionEntry, Theme } from '@plumbline/contracts/briefings/briefing-state';
import { createFileBlobStore } from '@plumbline/storage/blobs';
import { type PublicationStep, publicationSteps } from '../../../activities/briefings/writing/publication-steps.ts';
import { createPublishBriefing } from '../../../activities/entries/briefings/publish-briefing.ts';
import { runAsActivity } from '../builders/activity-context.ts';
import { briefingRecord, theme, watchpoint } from '../builders/briefing-fixtures.ts';
import { temporaryFolder, writeFiles } from '../builders/corpus-fixtures.ts';
import { stateIn } from '../builders/stored-records.ts';

/** Paths in the folder. */
export const THEMES_FILE = 'state/active_themes.yml';
export const CONVICTION_FILE = 'state/conviction_log.yml';
export const RECORD_FILE = 'outputs/daily/2026-03-06.json';

/** Themes as people write them, with comments. */
export const THEMES = `# Ours. Ask Ada before you change a conviction.
updated_at: 2026-03-05T06:30:00Z # of the last run

themes:
  # The main theme.
  - id: grid-storage
    title: Grid storage # never renamed
    status: new # since the fair
    conviction: 8
    first_seen: 2026-02-10
    actors: [ Harbour Energy, Norhaven ]
    tomorrows_focus:
      # asked by Ada
      - Does Harbour Energy start the second battery hall?
      - Who pays?
    watchpoints:
      - id: second-hall
        text: A permit for the second hall
        evidence: 1 # one outlet
        promote_at: 2
  - id: gas-hub
    title: Gas hub
    status: ongoing
    conviction: 5
    first_seen: 2026-02-12

# The end.
`;

export const CONVICTION = `# By day.
entries:
  # before the fair
  - { day: 2026-03-05, theme: grid-storage, conviction: 8, confirmed: 1, contradicting: 0 }
`;

const CONTINUITY = '# Ours\n\nWritten by Ada.\n\n## 2026-03-05 daily\n\n- Ongoing: Grid storage\n';
const BEFORE = 'state/snapshots/2026-03-06/before';

/** The themes as the run of 2026-03-06 wants them. */
export function themesAfter(): Theme[] {
  return [
    theme({
      tags: [],
      mechanism: [],
      tomorrowsFocus: ['Does Harbour Energy start the second battery hall?', 'When is the tender?'],
      watchpoints: [watchpoint({ evidence: 2 })],
    }),
    theme({
      id: 'gas-hub',
      title: 'Gas hub',
      conviction: 5,
      firstSeen: '2026-02-12',
      tags: [],
      actors: [],
      mechanism: [],
      tomorrowsFocus: [],
      watchpoints: [],
    }),
    theme({
      id: 'hydrogen',
      title: 'Hydrogen',
      status: 'candidate',
      conviction: 3,
      firstSeen: '2026-03-06',
      tomorrowsFocus: [],
      watchpoints: [],
      mechanism: [],
    }),
  ];
}

export function entriesOf(day: string, confirmed = 2): ConvictionEntry[] {
  return [
    { day, theme: 'grid-storage', conviction: 8, confirmed, contradicting: 0 },
    { day, theme: 'gas-hub', conviction: 5, confirmed: 0, contradicting: 0 },
  ];
}

export interface BriefingToPublish {
  readonly folder: string;
  readonly home: string;
  publish(changes?: Partial<PublishBriefingInput>): Promise<PublishedBriefing>;
  /** What `publish` does of the standard output, step by step. */
  steps(): PublicationStep[];
  read(file: string): Promise<string>;
  write(files: Readonly<Record<string, string>>): Promise<void>;
  /** Hashes of all files of the folder and the home but the lock and the database, by their paths. */
  hashes(): Promise<Readonly<Record<string, string>>>;
  dispose(): Promise<void>;
}

/** The folder of a briefing as the run of 2026-03-06 found it, and a home. */
export async function briefingToPublish(): Promise<BriefingToPublish> {
  const temporary = await temporaryFolder();
  const { path } = temporary;
  const [folder, home] = [join(path, 'briefing'), join(path, 'home')];
  const states = { 'active_themes.yml': THEMES, 'continuity_last7d.md': CONTINUITY, 'conviction_log.yml': CONVICTION };
  await writeFiles(folder, {
    'briefing.yml': 'name: norhaven\ntitle: Norhaven energy\n',
    'outputs/themes/gas-hub.md': '# Gas hub\n',
    ...Object.fromEntries(
      Object.entries(states).flatMap(([name, text]) => ['state', BEFORE].map((place) => [`${place}/${name}`, text])),
    ),
  });
  const { copies } = stateIn(home);
  const publish = createPublishBriefing({ copies, blobs: createFileBlobStore(home) });
  const standard = {
    folder,
    record: briefingRecord(),
    themes: themesAfter(),
    convictionEntries: entriesOf('2026-03-06'),
  };
  return {
    folder,
    home,
    publish: (changes = {}) => runAsActivity(() => publish({ ...standard, ...changes }), {}),
    steps: () => publicationSteps(standard, copies),
    read: (file) => readFile(join(folder, file), 'utf8'),
    write: (files) => writeFiles(folder, files),
    hashes: () => hashesBelow(path),
    dispose: () => temporary.dispose(),
  };
}

async function hashesBelow(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !/\.lock$|^plumbline\.sqlite/u.test(entry.name));
  const hashed = files.map(async ({ parentPath, name }) => {
    const path = join(parentPath, name);
    const hash = createHash('sha256')
      .update(await readFile(path))
      .digest('hex');
    return [path.slice(folder.length + 1), hash] as const;
  });
  return Object.fromEntries((await Promise.all(hashed)).sort(([one], [other]) => (one < other ? -1 : 1)));
}
