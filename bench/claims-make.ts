// Makes rows to develop with: npm run eval:claims:make -- <folder> <out.jsonl> [--help]
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { renderTable } from './answers/figure-table.ts';
import { makeDevelopmentRows } from './claims/made/development-rows.ts';
import { parseMakeOptions } from './claims/options.ts';
import { runEvaluationCommand } from './evaluation-command.ts';

const { folder, out } = parseMakeOptions(process.argv);

await runEvaluationCommand(null, async ({ print }) => {
  const rows = await makeDevelopmentRows(folder);
  await mkdir(dirname(out), { recursive: true });
  await writeFile(out, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const kinds = Map.groupBy(rows, ({ set = '', change, form = '' }) => `${set}\t${change ?? form}`);
  const table = [...kinds].map(([kind, of]) => [...kind.split('\t'), of[0]?.verdict ?? '', `${of.length}`]);
  print(`${rows.length} rows in ${out}\n\n${renderTable(['set', 'change or form', 'verdict', 'rows'], table)}`);
  return {};
});
