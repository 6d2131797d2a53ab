import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Maps and sets with keys that are not known. */
public class Maps {
    static int size(String key) {
        Map<String, Integer> map = new HashMap<>();
        map.put("a", 1);
        map.put("b", 2);
        map.put(key, 3);
        assert map.get(key) == 3;
        assert map.get("a") != 2;
        return map.size() * 10 + map.get("a");
    }

    static String looked(String key) {
        Map<String, String> map = Map.of("x", "one", "y", "two", "z", "three");
        return map.getOrDefault(key, "none");
    }

    static int counted(String one, String two) {
        Map<String, Integer> counts = new HashMap<>();
        counts.merge(one, 1, Integer::sum);
        counts.merge(two, 1, Integer::sum);
        counts.merge("a", 1, Integer::sum);
        return counts.get(one);
    }

    static int grouped(String key) {
        Map<String, List<String>> groups = new LinkedHashMap<>();
        groups.computeIfAbsent("k", k -> new ArrayList<>()).add("1");
        groups.computeIfAbsent(key, k -> new ArrayList<>()).add("2");
        int result = 0;
        for (Map.Entry<String, List<String>> entry : groups.entrySet()) {
            result = result * 10 + entry.getValue().size();
        }
        return result;
    }

    static boolean isNew(String key) {
        Set<String> set = new HashSet<>(Arrays.asList("a", "b"));
        set.remove("b");
        return set.add(key) && set.contains(key);
    }

    static int numbered(int key) {
        Map<Integer, String> map = new HashMap<>();
        map.put(1, "one");
        map.put(1000, "many");
        return map.containsKey(key) ? map.get(key).length() : 0;
    }

    static String sorted(String key) {
        Map<String, Integer> map = new TreeMap<>();
        map.put("m", 1);
        map.put(key, 2);
        return map.keySet().iterator().next();
    }

    static String ordered() {
        Map<String, Integer> map = new HashMap<>();
        for (String word : "the quick brown fox jumps over the lazy dog and runs away from all of them".split(" ")) {
            map.merge(word, 1, Integer::sum);
        }
        return map.toString();
    }

    static String unordered(String key) {
        Map<String, Integer> map = new HashMap<>();
        map.put("a", 1);
        map.put(key, 2);
        return map.toString();
    }

    record Point(String name, int place) {}

    static int recorded(String name, int place) {
        Map<Point, Integer> map = new HashMap<>();
        map.put(new Point("a", 1), 10);
        map.put(new Point(name, place), 20);
        return map.get(new Point("a", 1));
    }

    static int hashed() {
        return new Point("ab", 7).hashCode();
    }
}
