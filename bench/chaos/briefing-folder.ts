import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const FILES: Readonly<Record<string, string>> = {
  'briefing.yml': 'name: lamp-watch\ntitle: The harbour of Osterhaven\ncorpus: [notes]\nweb:\n  providers: [searxng]\n',
  'state/active_themes.yml': `updated_at: 2026-03-02T05:00:00Z
themes:
  # Two pages are about it.
  - id: harbour-lamp
    title: The harbour lamp and its keeper
    status: new
    conviction: 5
    first_seen: 2026-03-01
    tags: [lamp]
    actors: [Osterhaven]
    tomorrows_focus: [harbour lamp of Osterhaven and its keeper]
  # Nothing is about it, so that an issue is filed.
  - id: harbour-bell
    title: The harbour bell
    status: ongoing
    conviction: 9
    first_seen: 2026-03-01
    tags: [bell]
    actors: [Bell Guild]
    tomorrows_focus: [Bell Guild and the bell in fog]
`,
  'state/continuity_last7d.md': '# The last seven days\n',
  'state/conviction_log.yml': 'entries: []\n',
  'notes/harbour.md': '# Notes\n\nThe harbour of Osterhaven has a lamp, and its keeper lights it at dusk.\n',
  'METHODOLOGY.md': '# Methodology\n\n1. Report what changed.\n',
  'CONVICTION.md': '# Conviction\n\nPeople decide it.\n',
  'TAXONOMY.md': '# Taxonomy\n\n## harbour-lamp: The harbour lamp\n- Tags: lamp\n- Actors: Osterhaven\n',
  'SOURCES.md': '# Sources\n\n## Tier 2\n- 127.0.0.1 — the harbour\n',
};

/** Writes the folder of the briefing, unless a killed attempt did. */
export async function writeFiles(folder: string): Promise<void> {
  for (const [name, text] of Object.entries(FILES)) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text, { flag: 'wx' }).catch(ifExists);
  }
}

function ifExists(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
}
