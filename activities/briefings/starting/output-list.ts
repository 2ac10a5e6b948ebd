import type { BriefingDiagnostic, FiledIssue } from '../../../workflows/contracts/briefing-issues.ts';
import type { BriefingRecord, Delta } from '../../../workflows/contracts/briefing-record.ts';
import { BRIEFING_KINDS, type BriefingSlot } from '../../../workflows/contracts/briefing-slot.ts';
import { outputPathOf } from '../briefing-paths.ts';
import { readRecord, recordPathsOf } from '../folder/records.ts';
import { outputIdOf } from './output-reading.ts';

/** An output as lists show it. */
export interface ListedOutput {
  /** Its name within the briefing. */
  readonly outputId: string;
  readonly slot: BriefingSlot;
  readonly isBackfill: boolean;
  /** Of the Markdown, relative to the folder. */
  readonly path: string;
  readonly deltas: readonly { readonly themeId: string; readonly title: string; readonly delta: Delta }[];
  readonly diagnostics: readonly BriefingDiagnostic[];
  readonly issues: readonly FiledIssue[];
}

/** All outputs of a folder that can be read, backfills among them; newest first. */
export async function listOutputs(folder: string): Promise<ListedOutput[]> {
  const listed: ListedOutput[] = [];
  for (const kind of BRIEFING_KINDS) {
    for (const path of await recordPathsOf(folder, kind, 'all')) {
      const record = await readRecord(folder, path);
      if (record !== null) listed.push(toListed(record));
    }
  }
  return listed.sort(
    (a, b) => Date.parse(b.slot.time) - Date.parse(a.slot.time) || Number(a.isBackfill) - Number(b.isBackfill),
  );
}

function toListed({ slot, isBackfill, themes, diagnostics, issues }: BriefingRecord): ListedOutput {
  const deltas = themes.map(({ themeId, title, delta }) => ({ themeId, title, delta }));
  const path = outputPathOf(slot, isBackfill);
  return { outputId: outputIdOf(path), slot, isBackfill, path, deltas, diagnostics, issues };
}
