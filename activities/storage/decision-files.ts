import { join } from 'node:path';
import { type TaskDecisions, taskDecisionsSchema } from '../../workflows/contracts/task-decisions.ts';
import { folderNameOf, listFiles, readJson, replaceFile, toJson } from './json-files.ts';

/** Keeps the decisions of a task, unless those in the folder know of more queries. */
export async function saveDecisions(folder: string, decisions: TaskDecisions): Promise<void> {
  const path = join(folder, `${folderNameOf(decisions.taskId)}.json`);
  const known = await readJson(path, taskDecisionsSchema);
  if (known === null || known.queries.length <= decisions.queries.length) await replaceFile(path, toJson(decisions));
}

/** By the names of their files. */
export async function readDecisions(folder: string): Promise<TaskDecisions[]> {
  const names = (await listFiles(folder)).filter((name) => name.endsWith('.json')).sort();
  const read = await Promise.all(names.map((name) => readJson(join(folder, name), taskDecisionsSchema)));
  return read.filter((decisions) => decisions !== null);
}
