import { initBriefing, nameFor } from '../../activities/briefings/folder/briefing-start.ts';
import { expectedSlots, nextLeftOut } from '../../activities/briefings/folder/expected-slots.ts';
import { listOutputs, readOutput } from '../../activities/briefings/folder/output-list.ts';
import { readSettings, writeSchedule } from '../../activities/briefings/folder/settings-files.ts';
import { confirmState, readForRefresh } from '../../activities/briefings/folder/state-files.ts';

/** What commands do with the folder of a briefing. */
export const briefingTools = {
  init: initBriefing,
  nameFor,
  readSettings: (folder: string) => readSettings(folder),
  readForRefresh,
  confirmState,
  listOutputs,
  readOutput,
  expectedSlots,
  nextLeftOut,
  writeSchedule,
};
export type BriefingTools = typeof briefingTools;
