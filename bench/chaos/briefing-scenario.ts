import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type BriefingRecord, briefingRecordSchema } from '@plumbline/contracts/briefings/briefing-record';
import type { CliResult } from '../../test/support/processes/cli.ts';
import type { RunWorld } from './run-world.ts';
import type { Scenario } from './scenario.ts';

const FILES: Readonly<Record<string, string>> = {
  'briefing.yml': 'name: lamp-watch\ntitle: The harbour of Osterhaven\ncorpus: [notes]\nweb:\n  providers: [searxng]\n',
  'state/active_themes.yml': `updated_at: 2026-03-02T05:00:00Z
themes:
  # Two pages are about it.
  - id: harbour-lamp
    title: The harbour lamp and its keeper
    status: new
    conviction: 5
    first_seen: 2026-03-01
    tags: [lamp]
    actors: [Osterhaven]
    tomorrows_focus: [harbour lamp of Osterhaven and its keeper]
  # Nothing is about it, so that an issue is filed.
  - id: harbour-bell
    title: The harbour bell
    status: ongoing
    conviction: 9
    first_seen: 2026-03-01
    tags: [bell]
    actors: [Bell Guild]
    tomorrows_focus: [Bell Guild and the bell in fog]
`,
  'state/continuity_last7d.md': '# The last seven days\n',
  'state/conviction_log.yml': 'entries: []\n',
  'notes/harbour.md': '# Notes\n\nThe harbour of Osterhaven has a lamp, and its keeper lights it at dusk.\n',
  'METHODOLOGY.md': '# Methodology\n\n1. Report what changed.\n',
  'CONVICTION.md': '# Conviction\n\nPeople decide it.\n',
  'TAXONOMY.md': '# Taxonomy\n\n## harbour-lamp: The harbour lamp\n- Tags: lamp\n- Actors: Osterhaven\n',
  'SOURCES.md': '# Sources\n\n## Tier 2\n- 127.0.0.1 — the harbour\n',
};

const SLOT = '2026-03-02T06:00:00Z';
const OUTPUT = 'outputs/daily/2026-03-02.json';

/** One briefing whose searches find two pages, and which files an issue. */
export const BRIEFING: Scenario = {
  name: 'briefing',
  run: runBriefing,
  readEvidence,
  verify,
};

/** Runs the slot, again whenever its command is killed: a slot is written once. */
async function runBriefing(world: RunWorld): Promise<CliResult> {
  const folder = folderOf(world);
  await writeFiles(folder);
  return world.follow(async (killed) => {
    await world.attach(killed, 'up').ended;
    return world.attach(killed, 'briefing', 'run', folder, '--slot', SLOT, '--json').ended;
  });
}

/** What the output says and rests on, and what it left in the state. */
async function readEvidence(world: RunWorld): Promise<ReadonlySet<string>> {
  const folder = folderOf(world);
  const { themes, results, queries, diagnostics, findings } = await readRecord(world);
  const themesFile = await readFile(join(folder, 'state/active_themes.yml'), 'utf8');
  const files = await readdir(folder, { recursive: true });
  return new Set([
    ...themes.map((theme) => JSON.stringify(theme)),
    ...results.map(({ locator, verdict, reason }) => JSON.stringify([new URL(locator).pathname, verdict, reason])),
    ...queries.map(({ text, origin }) => JSON.stringify([text, origin])),
    ...diagnostics.map((diagnostic) => JSON.stringify(diagnostic)),
    ...findings.map(({ findingId, quotes }) => JSON.stringify([findingId, ...quotes.map(({ text }) => text)])),
    ...files.filter((file) => !/(?:^|\/)\./u.test(file)).toSorted(),
    themesFile,
  ]);
}

/** Each condition has one issue, whatever was repeated, and each claim its quotation. */
async function verify(world: RunWorld): Promise<readonly string[]> {
  const { themes, findings } = await readRecord(world);
  const keys = new Set(findings.flatMap(({ quotes }) => quotes.map(({ key }) => key)));
  const bare = themes
    .flatMap(({ claims }) => claims)
    .filter(({ citations }) => !citations.every((key) => keys.has(key)));
  const files = await readdir(join(folderOf(world), 'issues'));
  const texts = await Promise.all(files.map((file) => readFile(join(folderOf(world), 'issues', file), 'utf8')));
  const issueKeys = texts.flatMap((text) => /^key: (.*)$/mu.exec(text)?.[1] ?? []);
  const repeated = issueKeys.filter((key, index) => issueKeys.indexOf(key) !== index);
  return [
    ...bare.map(({ text }) => `a claim has no quotation: ${text}`),
    ...repeated.map((key) => `there are two issues of ${key}`),
  ];
}

async function readRecord(world: RunWorld): Promise<BriefingRecord> {
  return briefingRecordSchema.parse(JSON.parse(await readFile(join(folderOf(world), OUTPUT), 'utf8')));
}

/** Beside the home, so that it goes with the world. */
function folderOf({ home }: Pick<RunWorld, 'home'>): string {
  return join(dirname(home), 'lamp-watch');
}

/** Writes the folder of the briefing, unless a killed attempt did. */
async function writeFiles(folder: string): Promise<void> {
  for (const [name, text] of Object.entries(FILES)) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text, { flag: 'wx' }).catch(ifExists);
  }
}

function ifExists(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
}
