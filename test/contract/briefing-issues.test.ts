import { afterEach, beforeEach, describe } from 'vitest';
import {
  createFolderWorld,
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

describe('issues in Linear', () => {
  let world: ServiceWorld;

  beforeEach(async () => {
    world = await createLinearWorld();
  });
  afterEach(async () => {
    world.service.assertDone();
    await world.dispose();
  });

  itKeepsIssues(() => world);
});
