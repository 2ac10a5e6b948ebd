import { describe, expect, it } from 'vitest';
import { findPageFaults } from './page-rules.ts';
import { readSources } from './source-files.ts';

describe('the page', () => {
  it('writes no markup, imports only itself and types of contracts, and is imported by nobody', () => {
    const sources = readSources();

    expect(sources.filter(({ path }) => path.startsWith('packages/page/browser/')).length).toBeGreaterThan(20);
    expect(findPageFaults(sources)).toEqual([]);
  });

  it.each([
    ['packages/page/browser/planted.ts', 'place.innerHTML = question;', 'packages/page/browser/planted.ts: innerHTML'],
    [
      'packages/page/browser/planted.ts',
      "h('div', { dangerouslySetInnerHTML: x })",
      'packages/page/browser/planted.ts: dangerouslySetInnerHTML',
    ],
    ['packages/page/browser/planted.ts', 'document.write(title);', 'packages/page/browser/planted.ts: document.write'],
    [
      'packages/page/browser/planted.ts',
      "place.insertAdjacentHTML('beforeend', x)",
      'packages/page/browser/planted.ts: insertAdjacentHTML',
    ],
    ['packages/page/browser/planted.ts', 'new Function(text)()', 'packages/page/browser/planted.ts: Function'],
    ['packages/page/browser/planted.ts', "import { z } from 'zod';", 'packages/page/browser/planted.ts -> zod'],
    [
      'packages/page/browser/planted.ts',
      "import { MAX_TEXT_WINDOW } from '@plumbline/contracts/report/report-reading';",
      'packages/page/browser/planted.ts -> @plumbline/contracts/report/report-reading',
    ],
    [
      'packages/page/browser/planted.ts',
      "import { librarySchema } from '../answers/library.ts';",
      'packages/page/browser/planted.ts -> ../answers/library.ts',
    ],
    [
      'packages/page/browser/planted.ts',
      "import type { StoredRun } from '@plumbline/storage/runs';",
      'packages/page/browser/planted.ts -> @plumbline/storage/runs',
    ],
    [
      'packages/page/planted.ts',
      "import { routeOf } from './browser/models/route.ts';",
      'packages/page/planted.ts -> packages/page/browser/models/route.ts',
    ],
  ])('is reported with a planted fault: %s, %s', (path, text, fault) => {
    expect(findPageFaults([{ path, text }])).toEqual([fault]);
  });

  it.each([
    "import type { ReportReading } from '@plumbline/contracts/report/report-reading';",
    "import type { Library } from '../answers/library.ts';",
  ])('may take types of contracts, and of what the server answers: %s', (text) => {
    expect(findPageFaults([{ path: 'packages/page/browser/planted.ts', text }])).toEqual([]);
  });
});
