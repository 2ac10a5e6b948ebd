import type { ResearchPlan } from '../../contracts/research-plan.ts';
import { addedTasks } from '../../domain/steering.ts';
import { TaskResearch } from '../task/research-task.ts';
import type { ResearchContext, ResearchParts } from '../task/task-context.ts';

/** The tasks of the plan and those that a person adds meanwhile, without those that a person drops. */
export class TaskQueue {
  readonly #run: ResearchParts;
  readonly #context: ResearchContext;
  readonly #all: TaskResearch[];
  readonly #waiting: TaskResearch[];

  constructor(run: ResearchParts, context: ResearchContext, { tasks }: ResearchPlan) {
    this.#run = run;
    this.#context = context;
    this.#all = tasks.map((task) => new TaskResearch(run, { ...context, task, isFollowUp: false }));
    this.#waiting = [...this.#all];
  }

  /** All tasks that were not dropped, also those under way and done. */
  get wanted(): readonly TaskResearch[] {
    return this.#all.filter(({ isDropped }) => !isDropped);
  }

  hasNext(): boolean {
    this.#takeAdded();
    return this.#waiting.some(({ isDropped }) => !isDropped);
  }

  next(): TaskResearch | undefined {
    this.#takeAdded();
    for (let task = this.#waiting.shift(); task !== undefined; task = this.#waiting.shift()) {
      if (!task.isDropped) return task;
      task.skip();
    }
    return undefined;
  }

  #takeAdded(): void {
    const known = new Set(this.#all.map(({ task }) => task.taskId));
    for (const task of addedTasks(this.#run.state.steering)) {
      if (known.has(task.taskId)) continue;
      const research = new TaskResearch(this.#run, { ...this.#context, task, isFollowUp: false });
      this.#all.push(research);
      this.#waiting.push(research);
    }
  }
}
