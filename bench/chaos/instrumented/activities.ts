import type { Activities } from '@plumbline/contracts/activities';
import { Context } from '@temporalio/activity';
import type { ActivityDependencies } from '../../../activities/entries/dependencies.ts';
import { createActivities as createRealActivities } from '../../../activities/registry.ts';
import { type Call, currentCall, during, reach } from './control-line.ts';

/** Attempts that have reached their middle. */
const halfWay = new WeakSet<Call>();

/** The real activities, but each reports the points that it reaches, and waits there until released. */
export function createActivities(dependencies: ActivityDependencies): Activities {
  const watched = Object.fromEntries(
    Object.entries(dependencies).map(([name, dependency]) => [
      name,
      isPart(dependency) ? watch(dependency) : dependency,
    ]),
  );
  const activities = createRealActivities(watched as unknown as ActivityDependencies);
  return Object.fromEntries(
    Object.entries(activities).map(([name, activity]) => [name, instrument(name, activity as Activity)]),
  ) as unknown as Activities;
}

/** Not an address or another plain value. */
function isPart(dependency: unknown): dependency is object {
  return (typeof dependency === 'object' && dependency !== null) || typeof dependency === 'function';
}

type Activity = (input: unknown) => Promise<unknown>;

function instrument(name: string, activity: Activity): Activity {
  return (input) => {
    const { activityId, attempt } = Context.current().info;
    const call: Call = { activity: name, activityId, attempt };
    return during(call, async () => {
      await reach(call, 'before');
      const result = await orReach(call, activity(input));
      await reachMiddle(call);
      await reach(call, 'after');
      return result;
    });
  };
}

async function orReach(call: Call, work: Promise<unknown>): Promise<unknown> {
  try {
    return await work;
  } catch (error) {
    await reach(call, 'failed');
    throw error;
  }
}

async function reachMiddle(call: Call | undefined): Promise<void> {
  if (call === undefined || halfWay.has(call)) return;
  halfWay.add(call);
  await reach(call, 'middle');
}

/** All that dependencies offer is asynchronous, but for `open`, which gives back something to use. */
function watch<Dependency extends object>(dependency: Dependency): Dependency {
  return new Proxy(dependency, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      if (name === 'open') return (...args: unknown[]) => watch(Reflect.apply(member, target, args) as object);
      return async (...args: unknown[]): Promise<unknown> => {
        await reachMiddle(currentCall());
        return Reflect.apply(member, target, name === 'update' ? args.map(withProgress) : args);
      };
    },
  });
}

/** A folder that is indexed tells after every file how far it is; that is a point too. */
function withProgress(argument: unknown): unknown {
  const call = currentCall();
  if (call === undefined || typeof argument !== 'object' || argument === null || !('onProgress' in argument))
    return argument;
  const { onProgress } = argument as { readonly onProgress: (progress: unknown) => void };
  return {
    ...argument,
    onProgress(progress: unknown) {
      void reach(call, 'progress');
      onProgress(progress);
    },
  };
}
