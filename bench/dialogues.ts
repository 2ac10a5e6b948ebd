// Measures conversations of a folder turn by turn: npm run eval:dialogues -- [<folder>] [--help]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readDialogues } from './dialogues/dialogue-file.ts';
import { holdDialogues } from './dialogues/held-dialogue.ts';
import { runEvaluationCommand } from './evaluation-command.ts';

const OWN = fileURLToPath(new URL('dialogues/data', import.meta.url));
const HELP = `npm run eval:dialogues -- [<folder>] [--only <name>] [--json <file>]

The folder has dialogues.yaml and the folders documents and catalogues; without one, ten own conversations are held.
With OPENAI_BASE_URL and PLUMBLINE_MODEL a model answers.`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, json: { type: 'string' }, help: { type: 'boolean' } },
});
if (values.help === true) {
  process.stdout.write(`${HELP}\n`);
  process.exit(0);
}

await runEvaluationCommand(values.json ?? null, async ({ print, signal }) => {
  const [folder = OWN] = positionals;
  const dialogues = await readDialogues(folder, values.only ?? null);
  const home = await mkdtemp(join(tmpdir(), 'plumbline-dialogues-'));
  try {
    return await holdDialogues({ folder, home, dialogues, print, signal });
  } finally {
    await rm(home, { recursive: true, force: true });
  }
});
