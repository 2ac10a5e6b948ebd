import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CliResult } from '../../test/support/processes/cli.ts';
import { type BriefingRecord, briefingRecordSchema } from '../../workflows/contracts/briefings/briefing-record.ts';
import { writeFiles } from './briefing-folder.ts';
import type { RunWorld } from './run-world.ts';
import type { Scenario } from './scenario.ts';

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
