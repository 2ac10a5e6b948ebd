import { expectedSlots } from '../../activities/briefings/folder/expected-slots.ts';
import { readSettings } from '../../activities/briefings/folder/settings-reading.ts';
import { initBriefing } from '../../activities/briefings/starting/briefing-start.ts';
import { listOutputs, readOutput } from '../../activities/briefings/starting/output-list.ts';
import { writeSchedule } from '../../activities/briefings/starting/schedule-writing.ts';
import { confirmState, readForRefresh } from '../../activities/briefings/starting/state-refresh.ts';

/** What commands do with the folder of a briefing. */
export const briefingTools = {
  init: initBriefing,
  readSettings: (folder: string) => readSettings(folder),
  readForRefresh,
  confirmState,
  listOutputs,
  readOutput,
  expectedSlots,
  writeSchedule,
};
export type BriefingTools = typeof briefingTools;
