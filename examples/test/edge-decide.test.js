import { asks } from "./decide.js";

asks("edge-decide");
