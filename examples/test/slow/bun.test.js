import { asks } from "../decide.js";

asks("bun");
