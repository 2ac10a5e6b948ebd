// Decides again about what runs found: npm run eval:replay -- <report.json> … --drift-threshold 0.6 [--json <file>] [--help]
import { parseRecord, readReportFile, RecordUnreadableError } from '@plumbline/report/record-reading';
import { runEvaluationCommand } from './evaluation-command.ts';
import { parseOptions, readChanges } from './replay/options.ts';
import { replayRecord } from './replay/record-replay.ts';
import { renderReplays, type ReplayedFile } from './replay/render-replays.ts';
import { countEffects, type ReplaySettings } from './replay/replayed-run.ts';

const COLUMNS = 120;

async function replayFile(path: string, changes: Partial<ReplaySettings>): Promise<ReplayedFile> {
  try {
    return { path, ...(await replayRecord(parseRecord(await readReportFile(path)), changes)) };
  } catch (error) {
    if (!(error instanceof RecordUnreadableError)) throw error;
    return { path, state: 'unreadable', problem: error.message };
  }
}

const { paths, json, given } = parseOptions(process.argv);

await runEvaluationCommand(json, async ({ print }) => {
  const changes = readChanges(given);
  const runs: ReplayedFile[] = [];
  for (const path of paths) runs.push(await replayFile(path, changes));
  const total = countEffects(runs.flatMap((run) => (run.state === 'compared' ? run.changes : [])));
  print(renderReplays(runs, total, COLUMNS));
  return { settings: changes, runs, total };
});
