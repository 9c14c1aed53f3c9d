/** Preloaded into a process that nobody wants once its parent has gone, however that ended. */
process.once('disconnect', () => process.exit(1));
// Listening for it must not keep the process alive.
process.channel?.unref();
