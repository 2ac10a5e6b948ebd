export { missingInPassages, readAhead } from './answers/subject-coverage.ts';
export type { TaskNeed } from './answers/task-evidence.ts';
export {
  needOfTask,
  needsOf,
  needsOfAnchor,
  needsOfApproved,
  needsOfTaskAndAnchor,
} from './passages/information-needs.ts';
export { entriesOf, lacksSubject } from './passages/passage-entries.ts';
