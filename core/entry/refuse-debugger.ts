// Node opens a debugger on SIGUSR1, and anyone who reaches its port can read the keys and run code. A listener replaces
// this default. It is imported first, however the process was started; `--disable-sigusr1` covers the time before.
process.on('SIGUSR1', () => {});
