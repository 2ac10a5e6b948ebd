// Runs after npm (`postinstall`), under any Node: makes the installation smaller and every start faster.
await import('./remove-unused.js');
await import('./language-table.js');
await import('./compile.js');
await import('./build-workflows.js');
