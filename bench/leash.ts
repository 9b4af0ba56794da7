// Preloaded into every process that a benchmark starts: the process ends with its parent, even when
// the parent was killed.
process.on('disconnect', () => process.exit(1));
process.channel?.unref();
