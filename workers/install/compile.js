// Runs after npm (`postinstall`) and by `npm run build`, under any Node: joins the modules of each process into a few files. Node
// takes half a second to find and link the 1,400 modules of a worker, and a tenth of it for these. Without them the sources run.
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildProgram, DIGEST_FILE, digestSources, ENTRIES, findCompiled, PROGRAM } from './compiled-program.js';

const made = `${PROGRAM}-${process.pid}`;
try {
  if (ENTRIES.length > 0 && findCompiled(ENTRIES[0]) === undefined) await compile();
} catch (error) {
  const [reason] = error.message.split('\n');
  process.stderr.write(`Could not compile the program, so commands run from its sources: ${reason}\n`);
} finally {
  rmSync(made, { recursive: true, force: true });
}

async function compile() {
  const digest = digestSources();
  await buildProgram(made);
  writeFileSync(join(made, DIGEST_FILE), digest);
  rmSync(PROGRAM, { recursive: true, force: true });
  renameSync(made, PROGRAM);
}
