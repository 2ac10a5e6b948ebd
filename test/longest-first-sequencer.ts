import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { readRunTimes, type RunTimes } from './run-times.ts';

/**
 * Rings that wait for processes come first, so that what only computes fills the gaps and the end. A worker that goes on with
 * another ring loads all modules again, so rings are not mixed.
 */
const RINGS = ['e2e', 'integration', 'promises', 'replay', 'contract', 'architecture', 'unit'];

/** Starts the longest files of a ring first, so that no worker is left alone with one at the end. */
export default class LongestFirstSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const times = readRunTimes();
    // Files of unknown length stay in the order of their sizes.
    const bySize = await super.sort(files);
    return bySize.toSorted((a, b) => ringOf(a) - ringOf(b) || timeOf(b, times) - timeOf(a, times));
  }
}

const ringOf = ({ project }: TestSpecification): number => RINGS.indexOf(project.name);

function timeOf({ moduleId, project }: TestSpecification, times: RunTimes): number {
  return times[moduleId.slice(project.config.root.length + 1)] ?? 0;
}
