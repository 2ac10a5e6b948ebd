import { afterEach, beforeEach, describe } from 'vitest';
import {
  createFolderWorld,
  createGitHubWorld,
  createLinearWorld,
  type ServiceWorld,
  type TrackerWorld,
} from '../support/builders/issue-trackers.ts';
import { itKeepsIssues } from './briefing-issues.contract.ts';

describe('issues in a folder', () => {
  let world: TrackerWorld;

  beforeEach(async () => {
    world = await createFolderWorld();
  });
  afterEach(() => world.dispose());

  itKeepsIssues(() => world);
});

describe.each([
  ['GitHub', createGitHubWorld],
  ['Linear', createLinearWorld],
])('issues in %s', (_, create: () => Promise<ServiceWorld>) => {
  let world: ServiceWorld;

  beforeEach(async () => {
    world = await create();
  });
  afterEach(async () => {
    world.service.assertDone();
    await world.dispose();
  });

  itKeepsIssues(() => world);
});
