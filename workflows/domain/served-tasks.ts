/** The ids of the tasks that a finding serves, first of the one that it was found for. */
export function servedTasks({
  taskId,
  alsoServes = [],
}: {
  readonly taskId: string;
  readonly alsoServes?: readonly string[] | undefined;
}): string[] {
  return [taskId, ...alsoServes];
}
