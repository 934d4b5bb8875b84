import { asks } from "../decide.js";

asks("deno");
