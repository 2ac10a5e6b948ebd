// Takes the place of the worker process where only its supervision is of need.
process.on('SIGTERM', () => process.exit(0));
process.on('disconnect', () => process.exit(0));
process.send?.({ type: 'ready', taskQueue: 'idle', model: null });
