import { join } from 'node:path';
import type { PublishBriefingInput } from '../../../workflows/contracts/briefing-activities.ts';
import type { ThemeOutput } from '../../../workflows/contracts/briefing-record.ts';
import { replaceFile, toJson } from '../../storage/json-files.ts';
import {
  briefPathOf,
  CONTINUITY_FILE,
  CONVICTION_FILE,
  outputPathOf,
  recordPathOf,
  snapshotPathOf,
  THEMES_FILE,
} from '../briefing-paths.ts';
import { takeSnapshot } from '../folder/snapshots.ts';
import { readText } from '../folder/text-reading.ts';
import { renderBriefing } from '../writing/briefing-rendering.ts';
import { continuityWith } from '../writing/continuity-digest.ts';
import { renderThemeBrief } from '../writing/theme-brief.ts';
import type { BriefingCopies } from './briefing-copies.ts';
import { changedThemes } from './changed-themes.ts';
import { updateConvictionFile } from './conviction-file.ts';
import { updateThemesFile } from './themes-file.ts';

/** One file or folder that is written as a whole. Doing it again, also after later steps, changes nothing. */
export interface PublicationStep {
  /** Absolute. */
  readonly path: string;
  readonly write: () => Promise<void>;
}

/** The record comes last: a slot that has one is done. A backfill writes its own two files and no state. */
export function publicationSteps(input: PublishBriefingInput, copies: BriefingCopies): PublicationStep[] {
  const { folder, record } = input;
  const { slot, isBackfill } = record;
  const step = (file: string, write: (path: string) => Promise<void>): PublicationStep => {
    const path = join(folder, file);
    return { path, write: () => write(path) };
  };
  return [
    step(outputPathOf(slot, isBackfill), (path) => replaceFile(path, renderBriefing(record))),
    ...(isBackfill ? [] : stateSteps(input, step)),
    { path: copies.folderOf(folder, record.briefing), write: () => copies.keep(folder, record) },
    step(recordPathOf(slot, isBackfill), (path) => replaceFile(path, toJson(record))),
  ];
}

function stateSteps(
  { folder, record, themes, convictionEntries }: PublishBriefingInput,
  step: (file: string, write: (path: string) => Promise<void>) => PublicationStep,
): PublicationStep[] {
  const { slot } = record;
  const brief = (output: ThemeOutput): PublicationStep[] => {
    const theme = themes.find(({ id }) => id === output.themeId);
    if (theme === undefined) return [];
    return [
      step(briefPathOf(theme.id), async (path) =>
        replaceFile(path, renderThemeBrief(theme, output, record, await readText(path))),
      ),
    ];
  };
  return [
    ...changedThemes(record).flatMap(brief),
    step(THEMES_FILE, () => updateThemesFile(folder, slot, themes)),
    step(CONVICTION_FILE, () => updateConvictionFile(folder, convictionEntries)),
    step(CONTINUITY_FILE, async (path) => replaceFile(path, continuityWith(record, await readText(path)))),
    step(snapshotPathOf(slot, 'after'), () => takeSnapshot(folder, slot, 'after')),
  ];
}
