// Runs after npm (`postinstall`), under any Node: makes the installation smaller, and what starts fast.
await import('./remove-unused.js');
await import('./language-table.js');
await import('./compile.js');
await import('./build-workflows.js');
