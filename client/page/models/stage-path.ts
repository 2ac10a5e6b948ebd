import type { Stage } from '../../../workflows/contracts/report/progress.ts';

/** Stages that a person sees as a path; a run is in `anchored` for a moment only. */
export const PATH_STAGES = [
  'indexing',
  'clarifying',
  'planning',
  'researching',
  'validating',
  'synthesizing',
  'verifying',
] as const satisfies readonly Stage[];
export type PathStage = (typeof PATH_STAGES)[number];

export interface StageOnPath {
  readonly stage: PathStage;
  readonly state: 'done' | 'present' | 'ahead';
}

/** @param stage null: the run has just begun */
export function stagePathOf(stage: Stage | null): StageOnPath[] {
  const present = placeOf(stage);
  return PATH_STAGES.map((name, index) => ({
    stage: name,
    state: index < present ? 'done' : index === present ? 'present' : 'ahead',
  }));
}

function placeOf(stage: Stage | null): number {
  if (stage === null) return 0;
  if (stage === 'anchored') return PATH_STAGES.indexOf('planning');
  const place = PATH_STAGES.findIndex((name) => name === stage);
  return place < 0 ? PATH_STAGES.length : place;
}
