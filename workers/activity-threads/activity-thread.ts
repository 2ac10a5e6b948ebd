// The thread of a worker that runs the bodies of its activities.
import { workerData } from 'node:worker_threads';
import { createDependencies, type DependencyConfig } from '../assembly/dependencies.ts';
import { serveActivities } from './activity-serving.ts';

await serveActivities(async (main) =>
  createDependencies(workerData as DependencyConfig, () => main.ask('temporalAddress') as Promise<string>),
);
