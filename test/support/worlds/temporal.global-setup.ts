import type { TestProject } from 'vitest/node';
import { countStarted } from './started.ts';
import { startTestServer } from './temporal.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of a Temporal server that serves the tests of this ring alone. */
    temporalAddress: string;
    /** The folder of its database and its log. */
    temporalFolder: string;
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  countStarted('server', project.name);
  const server = await startTestServer();
  project.provide('temporalAddress', server.address);
  project.provide('temporalFolder', server.folder);
  return () => server.stop();
}
