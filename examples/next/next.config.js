import { fileURLToPath } from "node:url";

// Only here, where the package lies outside of the project. One that installed it needs no configuration.
const root = fileURLToPath(new URL("../..", import.meta.url));

export default { turbopack: { root }, devIndicators: false };
