// Answers the questions of the study with dk.brics.automaton.
//
// Standard input: automata as lines "automaton STATES INITIAL", "final STATE", "move FROM LOW HIGH TO",
// "epsilon FROM TO"; then questions "ask OPERATION MODE I J". Each question is answered by one line
// "OPERATION MODE I J ANSWER NANOSECONDS". One that takes longer than the limit ends the program.
import dk.brics.automaton.Automaton;
import dk.brics.automaton.State;
import dk.brics.automaton.StatePair;
import dk.brics.automaton.Transition;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.List;

public class brics {
    static final class Source {
        int states;
        int initial;
        final List<Integer> finals = new ArrayList<>();
        final List<int[]> moves = new ArrayList<>();
        final List<int[]> epsilon = new ArrayList<>();
    }

    static final class Built {
        final Automaton automaton = new Automaton();
        final List<StatePair> epsilon = new ArrayList<>();

        Built(Source source) {
            State[] states = new State[source.states];
            for (int i = 0; i < states.length; i++) states[i] = new State();
            for (int end : source.finals) states[end].setAccept(true);
            for (int[] m : source.moves)
                states[m[0]].addTransition(new Transition((char) m[1], (char) m[2], states[m[3]]));
            for (int[] e : source.epsilon) epsilon.add(new StatePair(states[e[0]], states[e[1]]));
            automaton.setInitialState(states[source.initial]);
            automaton.setDeterministic(false);
        }

        Automaton withEpsilon() {
            automaton.addEpsilons(epsilon);
            return automaton;
        }
    }

    static String answer(List<Source> sources, String operation, String mode, int i, int j) {
        Built left = new Built(sources.get(i));
        Built right = new Built(sources.get(j));
        long start = System.nanoTime();
        Automaton a = left.withEpsilon();
        Automaton b = right.withEpsilon();
        boolean empty;
        if (operation.equals("product")) empty = a.intersection(b).isEmpty();
        else if (mode.equals("lazy")) empty = a.subsetOf(b);
        else empty = a.minus(b).isEmpty();
        return (empty ? "empty " : "nonempty ") + (System.nanoTime() - start);
    }

    static void ask(List<Source> sources, String[] words, long limit) throws InterruptedException {
        String question = String.join(" ", words[1], words[2], words[3], words[4]);
        int i = Integer.parseInt(words[3]);
        int j = Integer.parseInt(words[4]);
        String[] found = {"memory 0"};
        Thread work = new Thread(() -> {
            try {
                found[0] = answer(sources, words[1], words[2], i, j);
            } catch (OutOfMemoryError tooLarge) {
                found[0] = "memory 0";
            }
        });
        work.setDaemon(true);
        work.start();
        work.join(limit);
        boolean late = work.isAlive();
        System.out.println(question + " " + (late ? "timeout 0" : found[0]));
        System.out.flush();
        if (late) Runtime.getRuntime().halt(0);
    }

    static int[] numbers(String[] words) {
        int[] result = new int[words.length - 1];
        for (int i = 0; i < result.length; i++) result[i] = Integer.parseInt(words[i + 1]);
        return result;
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        long limit = Long.parseLong(arguments[0]);
        List<Source> sources = new ArrayList<>();
        boolean warm = false;
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            String[] words = line.split(" ");
            Source last = sources.isEmpty() ? null : sources.get(sources.size() - 1);
            switch (words[0]) {
                case "automaton" -> {
                    Source source = new Source();
                    source.states = Integer.parseInt(words[1]);
                    source.initial = Integer.parseInt(words[2]);
                    sources.add(source);
                }
                case "final" -> last.finals.add(Integer.parseInt(words[1]));
                case "move" -> last.moves.add(numbers(words));
                case "epsilon" -> last.epsilon.add(numbers(words));
                default -> {
                    if (!warm) {
                        // The compiler of the virtual machine needs some runs before times mean anything.
                        for (int i = 0; i < 50; i++) {
                            answer(sources, "product", "eager", 0, 0);
                            answer(sources, "difference", "lazy", 0, 0);
                            answer(sources, "difference", "eager", 0, 0);
                        }
                        warm = true;
                    }
                    ask(sources, words, limit);
                }
            }
        }
    }
}
