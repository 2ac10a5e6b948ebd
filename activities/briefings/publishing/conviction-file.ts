import { join } from 'node:path';
import { type Document, isMap, isSeq, YAMLSeq } from 'yaml';
import { type ConvictionEntry, convictionLogSchema } from '../../../workflows/contracts/briefing-state.ts';
import { CONVICTION_FILE } from '../briefing-paths.ts';
import { readYaml } from '../folder/yaml-reading.ts';
import { rewriteYaml, snakeCased } from '../folder/yaml-rewriting.ts';

/** Adds the entries of a day; those of the same day and theme are replaced. A missing log is begun. */
export async function updateConvictionFile(folder: string, entries: readonly ConvictionEntry[]): Promise<void> {
  if (entries.length === 0) return;
  // Says file, line and field where the log does not fit; the edit below could only say that it failed.
  await readYaml(folder, CONVICTION_FILE, convictionLogSchema);
  await rewriteYaml(join(folder, CONVICTION_FILE), (document) => {
    const list = listIn(document);
    for (const entry of entries) putEntry(document, list, entry);
  });
}

function listIn(document: Document): YAMLSeq {
  const list = document.get('entries');
  if (isSeq(list)) {
    // An empty list is written as `[]`.
    if (list.items.length === 0) list.flow = false;
    return list;
  }
  const begun = new YAMLSeq(document.schema);
  document.set('entries', begun);
  return begun;
}

function putEntry(document: Document, list: YAMLSeq, entry: ConvictionEntry): void {
  const known = list.items
    .filter((item) => isMap(item))
    .find((item) => item.get('day') === entry.day && item.get('theme') === entry.theme);
  if (known === undefined) {
    list.add(document.createNode(snakeCased(entry), { flow: true }));
    return;
  }
  for (const [key, value] of Object.entries(entry)) known.set(key, value);
}
